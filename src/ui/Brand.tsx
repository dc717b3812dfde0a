import styles from './Brand.module.css'

/** The name of the product, behind a caret; `short`: the caret alone. */
export function Brand({ short = false }: { short?: boolean }) {
  return <span className={styles.brand}>{!short && 'lendline'}</span>
}
