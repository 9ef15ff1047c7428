import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { type Direction, MarkIcon, type Status, type Tone, toneOf } from './marks.tsx'
import classes from './StatusMark.module.css'

/** 「異常」 is a staff term: patients see whether the value is above or below the range. */
const patientKey = (tone: Tone, direction?: Direction) => {
  if (tone === 'healthy' || tone === 'unknown') return `status.patient.${tone}` as const
  return `status.patient.${tone}.${direction ?? 'off'}` as const
}

type Props = {
  status: Status | null
  audience: 'staff' | 'patient'
  withWord?: boolean
  direction?: Direction
  size?: number
  /** Shows a value in range as plain text, for tables that mark only abnormal values. */
  plainHealthy?: boolean
}

export function StatusMark({ status, audience, withWord = true, direction, size, plainHealthy = false }: Props) {
  const { t } = useTranslation('ui')
  const tone = toneOf(status)
  const word = audience === 'patient' ? t(patientKey(tone, direction)) : t(`status.staff.${tone}`)
  const isPlain = plainHealthy && tone === 'healthy'
  return (
    <span className={clsx(classes.status, isPlain ? classes.plain : classes[tone])}>
      {isPlain ? null : <MarkIcon tone={tone} size={size} />}
      <span className={withWord ? undefined : 'visually-hidden'}>{word}</span>
    </span>
  )
}
