import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ControlSize } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Floating } from './Floating.tsx'
import classes from './MenuButton.module.css'

export type MenuItem =
  | { key: string; label: ReactNode; icon?: ReactNode; onPick: () => void; isDanger?: boolean; lang?: string }
  | { key: string; heading: ReactNode }
type Props = { label: string; icon: ReactNode; items: readonly MenuItem[]; size?: ControlSize }

/** Button with a menu. Arrow keys move through the items; Escape restores focus. */
export function MenuButton({ label, icon, items, size = 'medium' }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={anchor}>
      <IconButton label={label} icon={icon} size={size} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      {open ? (
        <Floating anchor={anchor} fit={false} onClose={close}>
          <Menu label={label} items={items} onClose={close} />
        </Floating>
      ) : null}
    </span>
  )
}

const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function Menu({ label, items, onClose }: { label: string; items: readonly MenuItem[]; onClose: () => void }) {
  const menuRef = useRef<HTMLDivElement>(null)
  const buttons = () => [...(menuRef.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the menu opens
  useEffect(() => buttons()[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const currentIndex = all.indexOf(document.activeElement as HTMLElement)
    const targetIndex =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : step[event.key]
            ? (currentIndex + step[event.key]! + all.length) % all.length
            : undefined
    if (event.key === 'Tab') return onClose()
    if (targetIndex === undefined) return
    event.preventDefault()
    all[targetIndex]?.focus()
  }
  return (
    <div ref={menuRef} role="menu" tabIndex={-1} aria-label={label} className={classes.menu} onKeyDown={onKeyDown}>
      {items.map((item) =>
        'heading' in item ? (
          <p key={item.key} className={classes.heading}>
            {item.heading}
          </p>
        ) : (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            lang={item.lang}
            className={clsx(classes.item, item.isDanger && classes.danger)}
            onClick={() => {
              onClose()
              item.onPick()
            }}
          >
            {item.icon}
            {item.label}
          </button>
        ),
      )}
    </div>
  )
}
