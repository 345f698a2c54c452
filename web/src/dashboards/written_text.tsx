import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import styles from "./tile_card.module.css";

const LEADS = /^(https?:|mailto:)/i;

/** A text of a dashboard: no markup of its own, no pictures, links that lead out of the page. */
export default function WrittenText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className={styles.words} tabIndex={0} role="note">
      <Markdown remarkPlugins={[remarkGfm]} skipHtml components={PARTS}>
        {text}
      </Markdown>
    </div>
  );
}

const PARTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  img: ({ alt }) => <em>{alt}</em>,
  a: ({ href, children }) =>
    href !== undefined && LEADS.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
};
