import type { StepName } from '@sukoyaka/rules/care/questionnaire-steps'
import classes from './BodyFigure.module.css'

const head = <circle cx="60" cy="24" r="22" />
const neck = <path d="M51 48h18v11H51z" />
const chest = <path d="M19 68q0-6 10-8l31-3 31 3q10 2 10 8l-5 52H24z" />
const abdomen = <path d="M24 123h72l-2 30q-1 14-14 17-20 5-40 0-13-3-14-17z" />
const pelvis = <path d="M27 152h66l2 16q-35 12-70 0z" />
const arms = <path d="M17 69q-9 10-10 27L1 148q-1 9 6 9t8-9l11-58zM103 69q9 10 10 27l6 52q1 9-6 9t-8-9l-11-58z" />
const legs = <path d="M27 175l31 5-3 98q-1 10-9 10t-9-10zM93 175l-31 5 3 98q1 10 9 10t9-10z" />
const all = [head, neck, arms, chest, abdomen, pelvis, legs]

const partsByStep: Partial<Record<StepName, typeof all>> = {
  general: all,
  head: [head],
  eye: [<path key="eye" d="M43 18h34v10H43z" />],
  ear: [<path key="ear" d="M38 24h44v12q-8 10-22 10T38 36zM51 48h18v11H51z" />],
  chest: [chest],
  abdomen: [abdomen],
  urinary: [pelvis],
  musculoskeletal: [arms, legs],
  skin: all,
  mental: [head],
}

/** Figure that highlights the body part of this page; decorative, because the text names it. */
export function BodyFigure({ step, label }: { step: StepName; label: string }) {
  const lit = partsByStep[step]
  if (!lit) return null
  return (
    <div className={classes.figure} aria-hidden="true">
      <svg aria-hidden="true" viewBox="-2 -2 124 294" width="130" height="310">
        <g className={classes.body}>
          {all.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
            <g key={at}>{part}</g>
          ))}
        </g>
        <g className={classes.lit} data-soft={lit === all || undefined}>
          {lit.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
            <g key={at}>{part}</g>
          ))}
        </g>
      </svg>
      <span className={classes.label}>{label}</span>
    </div>
  )
}
