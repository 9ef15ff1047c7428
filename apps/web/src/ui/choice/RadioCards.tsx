import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { FieldMessage } from '../form/FieldMessage.tsx'
import classes from './RadioCards.module.css'

export type RadioCard<V extends string> = {
  value: V
  title: string
  lang?: string
  text?: ReactNode
  badge?: ReactNode
  /** Details, expanded by a button with this label. */
  more?: { label: string; content: ReactNode }
}

type Props<V extends string> = {
  label: string
  value: V | null
  onChange: (value: V) => void
  cards: readonly RadioCard<V>[]
  /** Number of columns on wide screens. */
  columns?: 1 | 2
  error?: string
}

/** Radio buttons as cards, for a few options with descriptions. */
export function RadioCards<V extends string>({ label, value, onChange, cards, columns = 1, error }: Props<V>) {
  const name = useId()
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        tabIndex={-1}
        className={columns === 2 ? classes.pair : classes.cards}
      >
        {cards.map((card) => (
          <Card key={card.value} card={card} name={name} isChecked={card.value === value} onChange={onChange} />
        ))}
      </div>
      {error ? <FieldMessage id={`${name}-error`}>{error}</FieldMessage> : null}
    </div>
  )
}

type CardProps<V extends string> = { card: RadioCard<V>; name: string; isChecked: boolean; onChange: (value: V) => void }

function Card<V extends string>({ card: { value, title, lang, text, badge, more }, name, isChecked, onChange }: CardProps<V>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.card} data-on={isChecked || undefined}>
      <div className={classes.head}>
        <label className={classes.choice}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={isChecked}
            onChange={() => onChange(value)}
            aria-labelledby={`${id}-title`}
            aria-describedby={[badge ? `${id}-badge` : '', text ? `${id}-text` : ''].filter(Boolean).join(' ') || undefined}
          />
          <span className={classes.words}>
            <span className={classes.line}>
              <span id={`${id}-title`} className={classes.title} lang={lang}>
                {title}
              </span>
              {badge ? (
                <span id={`${id}-badge`} className={classes.badge}>
                  {badge}
                </span>
              ) : null}
            </span>
            {text ? (
              <span id={`${id}-text`} className={classes.text}>
                {text}
              </span>
            ) : null}
          </span>
        </label>
        {more ? (
          <button type="button" className={classes.unfold} aria-label={more.label} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronDown aria-hidden />
          </button>
        ) : null}
      </div>
      {more && open ? <div className={classes.more}>{more.content}</div> : null}
    </div>
  )
}
