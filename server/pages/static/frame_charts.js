// Charts whose code names no theme are drawn for the light that the frame is in.
(() => {
  if (!matchMedia("(prefers-color-scheme: dark)").matches) return;
  const { init } = echarts;
  const night = { darkMode: true, backgroundColor: "transparent", textStyle: { color: "#eceff4" } };
  echarts.init = (place, theme, more) => init(place, theme ?? night, more);
})();
