import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import styles from './Markdown.module.css'

const isOutside = (href: string | undefined): boolean => href !== undefined && !href.startsWith('/')

/** Safe addresses: of the web, of mail and phone, and of this console. Anything else, as `javascript:`, leads nowhere. */
const safeHref = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i

/** Headings stand below those of the page; pictures are not fetched from anywhere. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h5>{children}</h5>,
  h6: ({ children }) => <h5>{children}</h5>,
  img: ({ alt }) => alt,
  a: ({ href, children }) =>
    href ? (
      <a href={href} {...(isOutside(href) && { target: '_blank', rel: 'noreferrer' })}>
        {children}
      </a>
    ) : (
      children
    ),
}

/** Quotes and lists within each other at the beginning of a line, beyond the sixth: drawn each in the other, thousands break the page. */
const deepNesting = /^((?: {0,3}(?:>|[-*+]|\d{1,9}[.)]) ?){6})(?: {0,3}(?:>|[-*+]|\d{1,9}[.)]) ?)+/gm

/** Markdown as it reads. Drawn as elements, never as HTML, which is text like any other: whatever stands in it is harmless. */
export const Markdown = ({ source }: { source: string }) => (
  <div className={styles.markdown}>
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      components={components}
      urlTransform={(url) => (safeHref.test(url) ? url : undefined)}
    >
      {source.replaceAll(deepNesting, '$1')}
    </ReactMarkdown>
  </div>
)
