import { IconCheck } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './Checkbox.module.css'

/** For choices, and for settings that are saved with a form; for a setting that takes effect at once use `Switch`. */
export function Checkbox({ label, error, className, ...input }: { label: ReactNode; error?: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={className}>
      <label className={classes.row}>
        <span className={classes.square}>
          <input {...input} type="checkbox" className={classes.input} aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined} />
          <IconCheck className={classes.tick} aria-hidden />
        </span>
        <span>{label}</span>
      </label>
      {error ? (
        <p id={id} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
