import type { Emoticon } from '@sukoyaka/wire/care/message-mark'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useListEmoticonsQuery } from '../api.ts'
import classes from './EmoticonPicker.module.css'

/** Grid of the active emoticons with arrow key navigation. */
export function EmoticonPicker({ chosen = [], onPick }: { chosen?: readonly string[]; onPick: (emoticon: Emoticon) => void }) {
  const items = useListEmoticonsQuery({}).data?.items.filter(({ is_active }) => is_active) ?? []
  const own = useRef<HTMLDivElement>(null)
  const isLoaded = items.length > 0
  useEffect(() => {
    if (isLoaded) own.current?.querySelector('button')?.focus()
  }, [isLoaded])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const all = [...event.currentTarget.querySelectorAll('button')]
    all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys of the buttons inside
    <div ref={own} className={classes.picker} onKeyDown={onKeyDown}>
      {items.map((emoticon) => (
        <button
          key={emoticon.code}
          type="button"
          className={classes.emoticon}
          aria-label={emoticon.display_name}
          title={emoticon.display_name}
          aria-pressed={chosen.includes(emoticon.code)}
          onClick={() => onPick(emoticon)}
        >
          {emoticon.emoji}
        </button>
      ))}
    </div>
  )
}
