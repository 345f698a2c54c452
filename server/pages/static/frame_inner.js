// Runs in the frame before what a model has written: takes away what the policy has no word for
// (calls between browsers), and tells how high the content is.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel"]) {
  try { delete window[name]; Object.defineProperty(window, name, { value: undefined }); } catch {}
}
addEventListener("load", () => {
  const tell = () => parent.postMessage(
    { type: "batuta-height", height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
});
