import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import classes from './Select.module.css'

/** Native select for rows and toolbars, without a label of its own. `bare`: the surrounding label has the border. */
export function Select({ bare, className, children, ...rest }: ComponentProps<'select'> & { bare?: boolean }) {
  return (
    <span className={clsx(classes.box, bare && classes.bare, className)}>
      <select {...rest}>{children}</select>
      <IconChevronDown aria-hidden />
    </span>
  )
}
