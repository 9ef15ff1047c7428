import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ControlSize } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Floating } from './Floating.tsx'
import classes from './MenuButton.module.css'

type Item = { key: string; label: ReactNode; icon?: ReactNode; onPick: () => void; isDanger?: boolean; lang?: string }
export type MenuItem = Item | { key: string; heading: ReactNode }
type Props = { label: string; icon: ReactNode; items: readonly MenuItem[]; size?: ControlSize }

/** Button with a menu. Arrow keys and first letters move through the items; Escape restores focus. */
export function MenuButton({ label, icon, items, size = 'medium' }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  /** Item that gets the focus when the menu opens. */
  const [opened, setOpened] = useState<'first' | 'last'>()
  const close = () => setOpened(undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <span ref={anchor}>
      <IconButton
        label={label}
        icon={icon}
        size={size}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        onClick={() => setOpened(opened ? undefined : 'first')}
        onKeyDown={onKeyDown}
      />
      {opened ? (
        <Floating anchor={anchor} onClose={close}>
          <Menu label={label} items={items} opened={opened} onClose={close} />
        </Floating>
      ) : null}
    </span>
  )
}

const stepOf: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Index of the item that a key leads to; undefined for other keys. */
const indexAfterKey = (items: readonly HTMLElement[], current: number, key: string) => {
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  const step = stepOf[key]
  if (step) return (current + step + items.length) % items.length
  if (key.length > 1 || key === ' ') return undefined
  const order = items.map((_, index) => (current + 1 + index) % items.length)
  return order.find((index) => items[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** Items in groups; a group without a heading comes from items before the first heading. */
const groupsOf = (items: readonly MenuItem[]) => {
  const groups: { key: string; heading?: ReactNode; items: Item[] }[] = []
  for (const item of items) {
    if ('heading' in item) groups.push({ ...item, items: [] })
    else if (groups.length === 0) groups.push({ key: '', items: [item] })
    else groups.at(-1)?.items.push(item)
  }
  return groups
}

function Menu({ label, items, opened, onClose }: { label: string; items: readonly MenuItem[]; opened: 'first' | 'last'; onClose: () => void }) {
  const id = useId()
  const menuRef = useRef<HTMLDivElement>(null)
  const buttons = () => [...(menuRef.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the menu opens
  useEffect(
    () =>
      buttons()
        .at(opened === 'first' ? 0 : -1)
        ?.focus(),
    [],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onClose()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = buttons()
    const index = indexAfterKey(all, all.indexOf(document.activeElement as HTMLElement), event.key)
    if (index === undefined) return
    event.preventDefault()
    all[index]?.focus()
  }
  return (
    <div ref={menuRef} role="menu" tabIndex={-1} aria-label={label} className={classes.menu} onKeyDown={onKeyDown}>
      {groupsOf(items).map((group) => {
        const buttonsOfGroup = group.items.map((item) => <ItemButton key={item.key} item={item} onClose={onClose} />)
        if (group.heading === undefined) return buttonsOfGroup
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of menu items, not of fields
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <p id={`${id}-${group.key}`} className={classes.heading}>
              {group.heading}
            </p>
            {buttonsOfGroup}
          </div>
        )
      })}
    </div>
  )
}

function ItemButton({ item, onClose }: { item: Item; onClose: () => void }) {
  return (
    <button
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
  )
}
