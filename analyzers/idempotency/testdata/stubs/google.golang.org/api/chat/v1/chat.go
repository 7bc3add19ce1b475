// Package chat declares what the cases use.
package chat

type Message struct{ Text string }

type SpacesMessagesService struct{}

func (s *SpacesMessagesService) Create(space string, m *Message) *SpacesMessagesCreateCall {
	return nil
}

type SpacesMessagesCreateCall struct{}

func (c *SpacesMessagesCreateCall) RequestId(id string) *SpacesMessagesCreateCall { return c }
func (c *SpacesMessagesCreateCall) Do() (*Message, error)                         { return nil, nil }
