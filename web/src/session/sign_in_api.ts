/** Signing in and out of this browser. */
import { request } from "../api/request";

async function post(path: string, body?: unknown): Promise<void> {
  const init: RequestInit = { method: "POST" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  await request(path, init);
}

export function signInByPassword(email: string, password: string): Promise<void> {
  return post("/auth/browser/login", { email, password });
}

export function signInByLink(token: string, password?: string): Promise<void> {
  return post("/auth/browser/link", password === undefined ? { token } : { token, password });
}

export function changePassword(current: string, password: string): Promise<void> {
  return post("/auth/browser/password", { current, password });
}

export function signOut(everywhere = false): Promise<void> {
  return post("/auth/browser/logout", { everywhere });
}
