import classes from './Progress.module.css'

/** How far one is through questions; `label` says it in words. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return <progress className={classes.progress} value={value} max={max} aria-label={label} />
}
