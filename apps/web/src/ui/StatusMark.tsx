import { useTranslation } from 'react-i18next'
import { type Direction, MarkIcon, type Status, toneOf } from './marks.tsx'
import classes from './StatusMark.module.css'

const staffKey = { healthy: 'status.staff.healthy', warning: 'status.staff.warning', danger: 'status.staff.danger', unknown: 'status.staff.unknown' } as const

/** 「異常」 is a staff word: a patient reads which side of the range the value stands on. */
const patientKey = (tone: keyof typeof staffKey, direction?: Direction) => {
  if (tone === 'healthy' || tone === 'unknown') return `status.patient.${tone}`
  return `status.patient.${tone}.${direction ?? 'off'}`
}

type Props = { status: Status | null; reader: 'staff' | 'patient'; with_word?: boolean; direction?: Direction; size?: number }

export function StatusMark({ status, reader, with_word = true, direction, size }: Props) {
  const { t } = useTranslation('ui')
  const tone = toneOf(status)
  const word = t(reader === 'patient' ? patientKey(tone, direction) : staffKey[tone])
  return (
    <span className={`${classes.status} ${classes[tone]}`}>
      <MarkIcon tone={tone} size={size} />
      <span className={with_word ? undefined : 'visually-hidden'}>{word}</span>
    </span>
  )
}
