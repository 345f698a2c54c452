import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8000";
const API = [
  "approvals",
  "artifacts",
  "assets",
  "audit",
  "auth",
  "cases",
  "chat",
  "dashboards",
  "examples",
  "feedback",
  "files",
  "healthz",
  "me",
  "people",
  "readyz",
  "sessions",
  "shared",
  "workflow-access",
  "workflows",
];

export default defineConfig({
  base: "/app/",
  plugins: [react()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the page's policy allows files of its own and nothing inline
    modulePreload: { polyfill: false },
    manifest: true, // tests/web reads from it what the first load is made of
  },
  server: {
    // `npm run dev` beside `make run`: the page from Vite, the API from the server.
    proxy: Object.fromEntries(API.map((path) => [`/${path}`, SERVER])),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
  },
});
