// Package bot declares what the cases use.
package bot

import "context"

type Bot struct{}

func (b *Bot) SendMessage(ctx context.Context, chat int64, text string) error    { return nil }
func (b *Bot) PinChatMessage(ctx context.Context, chat int64, message int) error { return nil }
