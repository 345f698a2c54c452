// Runs before the page is drawn. The same key as in src/session/theme.ts.
{
  const chosen = localStorage.getItem("batuta.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
