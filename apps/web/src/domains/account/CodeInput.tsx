import { clsx } from 'clsx'
import { Fragment, type RefObject, useState } from 'react'
import classes from './CodeInput.module.css'
import { codeDigits } from './otp.ts'

type Props = { ref: RefObject<HTMLInputElement | null>; label: string; hintId: string; value: string; isInvalid: boolean; onChange: (code: string) => void }

/** A single input drawn as six boxes so that paste, one-time-code autofill and screen readers work natively. */
export function CodeInput({ ref, label, hintId, value, isInvalid, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const digits = codeDigits(draft ?? value)
  return (
    <div className={classes.code}>
      <input
        ref={ref}
        className={classes.input}
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        enterKeyHint="done"
        // biome-ignore lint/a11y/noAutofocus: entering the code is the first action on this page
        autoFocus
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={isInvalid || undefined}
        value={draft ?? value}
        onChange={(event) => (draft === null ? onChange(codeDigits(event.currentTarget.value)) : setDraft(event.currentTarget.value))}
        onCompositionStart={(event) => setDraft(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setDraft(null)
          onChange(codeDigits(event.currentTarget.value))
        }}
      />
      {Array.from({ length: 6 }, (_, at) => {
        const className = at === digits.length ? classes.next : digits.length === 6 ? classes.full : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes are identified by position
          <Fragment key={at}>
            {at === 3 ? <span className={classes.dash} aria-hidden="true" /> : null}
            <span className={clsx(classes.box, className)} aria-hidden="true">
              {digits[at]}
            </span>
          </Fragment>
        )
      })}
    </div>
  )
}
