// Hands the height of the inner frame on, and nothing else of what it says.
const inner = document.querySelector("iframe");
addEventListener("message", (event) => {
  const height = event.source === inner.contentWindow && event.data?.type === "batuta-height"
    ? Number(event.data.height) : 0;
  if (!(height > 0 && height <= 20000)) return;
  inner.style.height = height + "px";
  parent.postMessage({ type: "batuta-height", height }, "*");
});
