import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isImeKey, useImeText } from '../form/ime.ts'
import { TextInput } from '../form/TextInput.tsx'
import { Floating } from '../overlay/Floating.tsx'
import classes from './Combobox.module.css'

type Props<T> = {
  label: string
  text: string
  /** Not called during IME composition. */
  onText: (text: string) => void
  options: readonly { key: string; value: T; content: ReactNode }[]
  onPick: (value: T) => void
  /** Status below the options: number of results, no results or loading. Announced by screen readers. */
  status: ReactNode
  error?: ReactNode
  hint?: ReactNode
  required?: boolean
  /** Initial focus in a dialog. */
  takesFocus?: boolean
} & (
  | { busy?: boolean; picksSingle?: false }
  | {
      /** The options are not yet the results for the current text. */
      busy: boolean
      /** Enter without a selection picks the option if there is just one, except while busy. */
      picksSingle: true
    }
)

/** Ends the IME composition, which a click on an option does not do: the composed text would arrive later and replace the picked option. */
const endComposition = (input: HTMLElement | null | undefined, ignoresText: RefObject<boolean>) => {
  ignoresText.current = true
  input?.blur()
  ignoresText.current = false
  input?.focus()
}

/** Whether the list is open, the active option, and the keys that change both. */
const useOptionList = <T,>(id: string, options: Props<T>['options']) => {
  const [open, setOpen] = useState(false)
  // by key, because new options may arrive at any time
  const [activeKey, setActiveKey] = useState<string>()
  const activeIndex = open ? options.findIndex(({ key }) => key === activeKey) : -1
  const active = options[activeIndex]
  const activeId = active && `${id}-${active.key}`
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const close = () => {
    setOpen(false)
    setActiveKey(undefined)
  }
  const moveTo = (to: number) => {
    if (options.length === 0) return
    setOpen(true)
    setActiveKey(options[(to + options.length) % options.length]!.key)
  }
  const onListKey = (event: KeyboardEvent) => {
    // a key that moves the text cursor deselects the option
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return setActiveKey(undefined)
    if (event.key === 'ArrowDown' && event.altKey) setOpen(options.length > 0)
    else if (event.key === 'ArrowUp' && event.altKey) close()
    else if (event.key === 'ArrowDown') moveTo(activeIndex + 1)
    else if (event.key === 'ArrowUp') moveTo(Math.max(activeIndex, 0) - 1)
    else return
    event.preventDefault()
  }
  return { open, setOpen, active, activeId, setActiveKey, close, onListKey }
}

/** Search field with a listbox: arrow keys select, Enter picks, Escape closes the list before any outer layer. */
export function Combobox<T>({ label, text, onText, options, onPick, status, busy = false, error, hint, required, picksSingle = false, takesFocus }: Props<T>) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const ignoresText = useRef(false)
  const { open, setOpen, active, activeId, setActiveKey, close, onListKey } = useOptionList(id, options)
  // without options the status replaces the hint: a popover would cover what is below the field, such as warnings about the typed text
  const isStatusInFlow = open && options.length === 0 && Boolean(status) && (!busy || Boolean(hint))
  const isListOpen = open && !isStatusInFlow

  const search = (next: string) => {
    if (ignoresText.current) return
    setActiveKey(undefined)
    setOpen(next.trim() !== '')
    onText(next)
  }
  const pick = (value: T) => {
    if (isComposing) endComposition(root.current?.querySelector('input'), ignoresText)
    close()
    onPick(value)
  }
  const { isComposing, field, ...ime } = useImeText(text, search, (event) => {
    if (!open) return
    // while the list is open Enter must not submit the form
    event.preventDefault()
    const picked = active ?? (picksSingle && !busy && options.length === 1 ? options[0] : undefined)
    if (picked) pick(picked.value)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    ime.onKeyDown(event)
    if (!isImeKey({ isComposing: event.nativeEvent.isComposing, keyCode: event.keyCode })) onListKey(event)
  }
  return (
    <div ref={root} className={classes.root}>
      <TextInput
        label={label}
        required={required}
        error={error}
        hint={isStatusInFlow ? status : hint}
        role="combobox"
        aria-expanded={isListOpen}
        aria-controls={isListOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        data-autofocus={takesFocus || undefined}
        {...field}
        onKeyDown={onKeyDown}
        onBlur={close}
        onClick={() => options.length > 0 && setOpen(true)}
        right={<IconSearch size={18} aria-hidden className={classes.icon} />}
      />
      {isListOpen ? (
        <Floating anchor={root} fit onClose={close}>
          <Options id={id} label={label} busy={busy} options={options} activeKey={active?.key} onActive={setActiveKey} onPick={pick} />
          {status ? <p className={classes.status}>{status}</p> : null}
        </Floating>
      ) : null}
      <span role="status" className="visually-hidden">
        {open ? status : ''}
      </span>
    </div>
  )
}

type OptionsProps<T> = Pick<Props<T>, 'label' | 'options' | 'onPick'> & {
  id: string
  busy: boolean
  activeKey: string | undefined
  onActive: (key: string) => void
}

function Options<T>({ id, label, busy, options, activeKey, onActive, onPick }: OptionsProps<T>) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-busy={busy}
      tabIndex={-1}
      className={classes.list}
      // keep focus in the field, because blur would close the list before the click
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: focus and key handling are in the field
        <div
          key={option.key}
          id={`${id}-${option.key}`}
          role="option"
          aria-selected={option.key === activeKey}
          tabIndex={-1}
          className={classes.option}
          onPointerMove={() => onActive(option.key)}
          onClick={() => onPick(option.value)}
        >
          {option.content}
        </div>
      ))}
    </div>
  )
}
