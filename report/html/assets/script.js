"use strict";
(function () {
  var $ = function (id) { return document.getElementById(id); };
  var cards = Array.prototype.slice.call(document.querySelectorAll(".card"));
  var form = $("filter"), search = $("search"), rule = $("rule"), state = $("state"), status = $("status"), empty = $("empty");
  var boxes = form ? Array.prototype.slice.call(form.querySelectorAll("input[name=severity]")) : [];
  var tool = "";

  // What scripts can do is shown only where they run.
  ["theme", "filter", "keys"].forEach(function (id) { if ($(id)) { $(id).hidden = false; } });
  document.querySelectorAll(".copy-button").forEach(function (b) { b.hidden = false; });

  var index = cards.map(function (el) {
    return {
      el: el, severity: el.dataset.severity, rule: el.dataset.rule, state: el.dataset.state, text: el.dataset.search,
      tools: null, shown: true
    };
  });
  function toolsOf(item) {
    if (!item.tools) {
      item.tools = Array.prototype.map.call(item.el.querySelectorAll(".tag"), function (t) { return t.textContent; });
    }
    return item.tools;
  }

  function apply() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    var on = {};
    boxes.forEach(function (b) { on[b.value] = b.checked; });
    var count = 0;
    index.forEach(function (item) {
      var show = on[item.severity] !== false &&
        (!rule.value || item.rule === rule.value) &&
        (!state || !state.value || item.state === state.value) &&
        words.every(function (w) { return item.text.indexOf(w) >= 0; }) &&
        (!tool || toolsOf(item).indexOf(tool) >= 0);
      if (show !== item.shown) {
        item.shown = show;
        item.el.hidden = !show;
      }
      if (show) { count++; }
    });
    status.textContent = count === cards.length ? cards.length + (cards.length === 1 ? " finding" : " findings") : count + " of " + cards.length + " findings";
    empty.hidden = count > 0;
  }
  var pending = 0;
  function soon() {
    clearTimeout(pending);
    pending = setTimeout(apply, 60);
  }
  function setTool(name) {
    tool = name;
    $("tool-name").textContent = name;
    $("tool-pill").hidden = !name;
    apply();
  }
  function reset() {
    form.reset();
    setTool("");
  }
  function only(severity) {
    form.reset();
    tool = "";
    $("tool-pill").hidden = true;
    boxes.forEach(function (b) { b.checked = b.value === severity; });
    apply();
    $("findings").scrollIntoView();
  }

  // Go is coloured when a card is opened: two thousand cards at once would take long.
  var token = /(\/\/.*|\/\*.*?\*\/)|("(?:\\.|[^"\\])*"?|`[^`]*`?|'(?:\\.|[^'\\])*'?)|\b(break|case|chan|const|continue|default|defer|else|fallthrough|for|func|go|goto|if|import|interface|map|package|range|return|select|struct|switch|type|var|nil|true|false)\b|\b(\d[\w.]*)\b/g;
  function colour(line) {
    var text = line.textContent, out = document.createDocumentFragment(), last = 0, m;
    token.lastIndex = 0;
    while ((m = token.exec(text))) {
      out.appendChild(document.createTextNode(text.slice(last, m.index)));
      var span = document.createElement("span");
      span.className = m[1] ? "c" : m[2] ? "s" : m[3] ? "k" : "n";
      span.textContent = m[0];
      out.appendChild(span);
      last = m.index + m[0].length;
    }
    out.appendChild(document.createTextNode(text.slice(last)));
    line.textContent = "";
    line.appendChild(out);
  }
  function opened(card) {
    if (!card.open || card.dataset.coloured) { return; }
    card.dataset.coloured = "yes";
    card.querySelectorAll('.code[data-language="go"] .l').forEach(colour);
  }
  document.addEventListener("toggle", function (e) {
    if (e.target.classList && e.target.classList.contains("card")) { opened(e.target); }
  }, true);

  // Links to a card open it, and show it if the filter hides it.
  var current = null;
  function mark(card) {
    if (current) { current.classList.remove("current"); }
    current = card;
    if (card) { card.classList.add("current"); }
  }
  function goTo(card) {
    if (card.hidden) { reset(); }
    card.open = true;
    opened(card);
    mark(card);
    card.scrollIntoView({ block: "start" });
    // Not the summary: the key that followed the link may still be down, and would close it again.
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  }
  function fromHash() {
    var card = /^#f\d+$/.test(location.hash) && $(location.hash.slice(1));
    if (card) { goTo(card); }
  }
  window.addEventListener("hashchange", fromHash);
  document.addEventListener("click", function (e) {
    var link = e.target.closest ? e.target.closest('a[href^="#f"]') : null;
    if (link && /^#f\d+$/.test(link.getAttribute("href")) && link.getAttribute("href") === location.hash) { fromHash(); }
  });

  // The map: what belongs together lights up; a tool filters the cards.
  var canvas = document.querySelector("#map .canvas");
  if (canvas) {
    var edges = Array.prototype.slice.call(canvas.querySelectorAll(".edge"));
    var nodes = Array.prototype.slice.call(canvas.querySelectorAll(".node"));
    var light = function (node) {
      var tools = {}, memory = {};
      edges.forEach(function (e) {
        var on = node.dataset.m !== undefined ? e.dataset.m === node.dataset.m : e.dataset.t === node.dataset.t;
        e.classList.toggle("on", on);
        if (on) { tools[e.dataset.t] = memory[e.dataset.m] = true; }
      });
      nodes.forEach(function (n) { n.classList.toggle("on", n === node || (n.dataset.m !== undefined ? memory[n.dataset.m] : tools[n.dataset.t]) === true); });
      canvas.classList.add("lit");
    };
    var dark = function () { canvas.classList.remove("lit"); };
    nodes.forEach(function (node) {
      node.addEventListener("mouseenter", function () { light(node); });
      node.addEventListener("focus", function () { light(node); });
      node.addEventListener("mouseleave", dark);
      node.addEventListener("blur", dark);
      node.addEventListener("click", function (e) {
        if (node.dataset.tool !== undefined) {
          e.preventDefault();
          form.reset();
          setTool(node.dataset.tool);
          $("findings").scrollIntoView();
        }
      });
    });
  }

  if (form) {
    search.addEventListener("input", soon);
    form.addEventListener("change", apply);
    form.addEventListener("submit", function (e) { e.preventDefault(); });
    $("reset-all").addEventListener("click", reset);
    $("tool-clear").addEventListener("click", function () { setTool(""); });
    $("reset-empty").addEventListener("click", reset);
    $("open-all").addEventListener("click", function () {
      index.forEach(function (i) { if (i.shown) { i.el.open = true; } });
    });
    $("close-all").addEventListener("click", function () {
      cards.forEach(function (c) { c.open = false; });
    });
    document.querySelectorAll("button.tile").forEach(function (t) {
      t.addEventListener("click", function () { only(t.dataset.severity); });
    });
  }

  document.querySelectorAll(".copy-button").forEach(function (b) {
    b.addEventListener("click", function () {
      var done = function () {
        b.textContent = "Copied";
        setTimeout(function () { b.textContent = "Copy"; }, 1500);
      };
      var byHand = function () {
        var area = document.createElement("textarea");
        area.value = b.dataset.copy;
        document.body.appendChild(area);
        area.select();
        document.execCommand("copy");
        area.remove();
        b.focus();
        done();
      };
      if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(b.dataset.copy).then(done, byHand);
      } else {
        byHand();
      }
    });
  });

  // Keys, unless somebody is typing.
  function visible() { return index.filter(function (i) { return i.shown; }).map(function (i) { return i.el; }); }
  function move(step) {
    var list = visible();
    if (!list.length) { return; }
    var at = list.indexOf(current);
    var card = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1)];
    mark(card);
    card.querySelector("summary").focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !form) { return; }
    var typing = /^(input|select|textarea)$/i.test(e.target.tagName) && e.target.type !== "checkbox";
    if (e.key === "Escape") {
      reset();
      if (typing) { e.target.blur(); }
      return;
    }
    if (typing) { return; }
    switch (e.key) {
      case "/": e.preventDefault(); search.focus(); search.select(); break;
      case "j": move(1); break;
      case "k": move(-1); break;
      case "o": if (current) { current.open = !current.open; } break;
    }
  });

  // Paper shows everything that the filter shows.
  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = Array.prototype.filter.call(document.querySelectorAll("details"), function (d) { return !d.open; });
    closed.forEach(function (d) { d.open = true; });
    cards.forEach(opened);
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (d) { d.open = false; });
  });

  // The theme: as the system, light, or dark.
  var themes = ["auto", "light", "dark"], theme = "auto";
  try { theme = localStorage.getItem("mcpaudit-theme") || "auto"; } catch (e) { /* no storage for local files in some browsers */ }
  function show() {
    if (themes.indexOf(theme) < 0) { theme = "auto"; }
    if (theme === "auto") { document.documentElement.removeAttribute("data-theme"); } else { document.documentElement.setAttribute("data-theme", theme); }
    $("theme-name").textContent = theme;
  }
  $("theme").addEventListener("click", function () {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("mcpaudit-theme", theme); } catch (e) { /* as above */ }
    show();
  });
  show();
  fromHash();
})();
