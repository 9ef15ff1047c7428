import { readLabel } from '@sukoyaka/rules/value'
import { useId } from 'react'
import classes from './LabelButtons.module.css'

/** Button for each label of a qualitative item, such as a dipstick test. */
export function LabelButtons({ name, labels, text, onPick }: { name: string; labels: readonly string[]; text: string; onPick: (text: string) => void }) {
  const group = useId()
  const at = text.trim() ? readLabel(text, labels) : undefined
  return (
    <span className={classes.labels} role="radiogroup" aria-label={name}>
      {labels.map((label, index) => (
        <label key={label} className={classes.option}>
          <input type="radio" name={group} checked={index === at} onChange={() => onPick(label)} />
          {label}
        </label>
      ))}
    </span>
  )
}
