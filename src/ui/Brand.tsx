import styles from './Brand.module.css'

/** The name of the product, behind a caret. */
export function Brand() {
  return <span className={styles.brand}>lendline</span>
}
