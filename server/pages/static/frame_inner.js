// Runs before what a model has written, and closes what the policy has no word for: calls between
// browsers, and names that are looked up before a navigation or a connection is refused. Both need
// either this window, where the ways are taken away, or a fresh one, so no frames can be made.
(() => {
  const { apply } = Reflect;
  const { exec } = RegExp.prototype;
  const opening = /<(?:i?frame|object|embed|fencedframe|portal|applet|link)/i;
  const closed = /^(?:.*:)?(?:i?frame|object|embed|fencedframe|portal|applet|link)$/i;
  const refuse = (pattern, text) => {
    if (apply(exec, pattern, [text])) throw new TypeError("frames and links to files are closed here");
    return text;
  };
  const fixed = (where, name, value) =>
    Object.defineProperty(where, name, { value, writable: false, configurable: false });
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "XSLTProcessor"]) {
    fixed(window, name, undefined);
  }
  for (const name of ["write", "writeln", "open", "execCommand"]) {
    fixed(Document.prototype, name, undefined);
    fixed(document, name, undefined);
  }
  for (const name of ["createElement", "createElementNS"]) {
    const made = Document.prototype[name];
    fixed(Document.prototype, name, function (...given) {
      const at = name === "createElement" ? 0 : 1;
      given[at] = refuse(closed, `${given[at]}`);
      return apply(made, this, given);
    });
  }
  globalThis.trustedTypes?.createPolicy("default", {
    createHTML: (text) => refuse(opening, text),
    createScript: (text) => text,
  });
  // Links lead nowhere: even one to a place in this text would be an address outside, for a frame
  // that has none of its own.
  addEventListener("click", (event) => {
    const link = event.composedPath().find((each) => ["a", "area"].includes(each.localName));
    const address = link?.getAttribute("href");
    if (link) event.preventDefault();
    if (address?.startsWith("#")) document.getElementById(address.slice(1))?.scrollIntoView();
  }, true);
  const { parent } = window;
  addEventListener("load", () => {
    const root = document.documentElement;
    const tell = () => parent.postMessage(
      { type: "batuta-height", height: Math.ceil(root.getBoundingClientRect().height) }, "*");
    new ResizeObserver(tell).observe(root);
    tell();
  });
})();
