import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Switch } from '../choice/Switch.tsx'
import classes from './FilterBar.module.css'

/** Filters above a table in one row, which scrolls sideways on phones. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}

type SelectProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** `children` are the options. */
export function FilterSelect({ label, value, onChange, children }: SelectProps) {
  return (
    <label className={classes.select}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
      <IconChevronDown aria-hidden />
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
