import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useImeText } from './ime.ts'
import classes from './SearchInput.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void; icon?: ReactNode; onEnter?: () => void; id?: string; takesFocus?: boolean }

/** `onChange` is not called during IME composition. */
export function SearchInput({ label, value, onChange, icon, onEnter, id, takesFocus }: Props) {
  const { t } = useTranslation('common')
  const input = useRef<HTMLInputElement>(null)
  const { isComposing, field, ...ime } = useImeText(value, onChange, () => onEnter?.())

  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    ime.onKeyDown(event)
    if (event.key !== 'Escape' || isComposing || !value) return
    // the first Escape clears the field, the next one may close the outer layer
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
        data-autofocus={takesFocus || undefined}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        className={classes.input}
        {...field}
        onKeyDown={onKeyDown}
      />
      {field.value ? (
        <button type="button" className={classes.clear} aria-label={t('action.clear')} onClick={clear}>
          <IconX aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
