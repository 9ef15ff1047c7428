import classes from './Spinner.module.css'

export function Spinner({ size = 16 }: { size?: number }) {
  return <span className={classes.ring} style={{ width: size, height: size }} aria-hidden="true" />
}
