import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useImeSafeEnter } from './ime.ts'
import classes from './SearchInput.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void; icon?: ReactNode; onEnter?: () => void; id?: string }

/** Half-typed kana are not a search: `onChange` hears the text only once it is converted. */
export function SearchInput({ label, value, onChange, icon, onEnter, id }: Props) {
  const { t } = useTranslation('common')
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const enter = useImeSafeEnter(() => onEnter?.())
  const shown = draft ?? value

  const clear = () => {
    setDraft(null)
    onChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    enter.onKeyDown(event)
    if (event.key !== 'Escape' || draft !== null || !value) return
    // The first Escape empties the field; only the next one may close what is around it.
    event.stopPropagation()
    event.preventDefault()
    clear()
  }
  return (
    <div className={classes.field}>
      {icon ?? <IconSearch aria-hidden />}
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        className={classes.input}
        value={shown}
        onChange={(event) => (draft === null ? onChange(event.currentTarget.value) : setDraft(event.currentTarget.value))}
        onCompositionStart={(event) => {
          enter.onCompositionStart(event)
          setDraft(event.currentTarget.value)
        }}
        onCompositionEnd={(event) => {
          enter.onCompositionEnd(event)
          setDraft(null)
          onChange(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      {shown ? (
        <button type="button" className={classes.clear} aria-label={t('action.clear')} onClick={clear}>
          <IconX aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
