// Charts whose code names no theme are drawn in the pages' colours, for the light the frame is in.
(() => {
  const { init } = echarts;
  const themes = {
    light: ["#1f6f5c", "#c8641b", "#3b6fb6", "#a3459a", "#9a7a12", "#0f7f93", "#b83a4b", "#59636b"],
    dark: ["#6fc3a9", "#f0a066", "#86b1ee", "#dd94d5", "#dcc05a", "#62c8d8", "#f2929f", "#a9b4bc"],
  };
  const inks = { light: "#1d2321", dark: "#e9ebe8" };
  const light = () => {
    const said = getComputedStyle(document.documentElement).colorScheme;
    if (said === "light" || said === "dark") return said;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  };
  echarts.init = (place, theme, more) => {
    const now = light();
    const ours = {
      color: themes[now], darkMode: now === "dark", backgroundColor: "transparent",
      textStyle: { color: inks[now] },
    };
    return init(place, theme ?? ours, more);
  };
})();
