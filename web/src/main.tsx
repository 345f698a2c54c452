import "@fontsource-variable/figtree/wght.css";
import "./design/tokens.css";
import "./design/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { obeyPreferences } from "./session/preferences";

obeyPreferences();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
