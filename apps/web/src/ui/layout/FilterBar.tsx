import { type ReactNode, useId } from 'react'
import { Select } from '../choice/Select.tsx'
import { Switch } from '../choice/Switch.tsx'
import classes from './FilterBar.module.css'

/** Filters above a table; on phones in one row that scrolls sideways. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}

type SelectProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** `children` are the options. */
export function FilterSelect({ label, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <label className={classes.select} htmlFor={id}>
      <span>{label}</span>
      <Select bare id={id} className={classes.options} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </Select>
    </label>
  )
}

/** `count`: number of rows with the filter on. */
export function FilterSwitch({ label, count, checked, onChange }: { label: string; count: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Switch checked={checked} onChange={onChange}>
      <span className={classes.words}>{label}</span>
      <span className={classes.count}>{count}</span>
    </Switch>
  )
}
