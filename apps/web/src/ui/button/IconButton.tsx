import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from '../overlay/Tooltip.tsx'
import type { ControlSize } from './Button.tsx'
import classes from './IconButton.module.css'

export type IconButtonColor = 'accent' | 'neutral' | 'healthy' | 'danger'

type Props = { label: string; icon: ReactNode; size?: ControlSize; color?: IconButtonColor; filled?: boolean } & Omit<ComponentProps<'button'>, 'color'>

export function IconButton({ label, icon, size = 'medium', color = 'neutral', filled = false, type = 'button', className, ...rest }: Props) {
  const look = [classes.button, classes[size], classes[color], filled && classes.filled, className].filter(Boolean).join(' ')
  return (
    <Tooltip label={label}>
      <button {...rest} type={type} aria-label={label} className={look}>
        {icon}
      </button>
    </Tooltip>
  )
}
