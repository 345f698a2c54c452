import { useEffect, useState } from "react";
import { api, dataOf } from "../api/request";
import { Failed, Loading } from "../design/states";

/** A dashboard that somebody shared with the person by name: their browser is let in, and goes. */
export function OpenShared({ token }: { token: string }) {
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let left = false;
    dataOf(api.POST("/shared/{token}/view", { params: { path: { token } } })).then(
      ({ url }) => {
        if (!left && url.startsWith("/shared/")) location.replace(url);
      },
      (failure: Error) => setError(failure),
    );
    return () => {
      left = true;
    };
  }, [token]);
  return error === null ? <Loading /> : <Failed error={error} />;
}
