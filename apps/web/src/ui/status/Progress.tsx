import classes from './Progress.module.css'

/** Progress through questions; `label` is the text alternative. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return <progress className={classes.progress} value={value} max={max} aria-label={label} />
}
