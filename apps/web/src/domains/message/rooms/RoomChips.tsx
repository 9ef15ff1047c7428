import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomQuery } from '../sidebar/filter.ts'
import { useCountMessageRoomsQuery } from './api.ts'
import classes from './RoomChips.module.css'

export const roomChips = ['all', 'unread', 'waiting', 'notifiable', 'mine'] as const
export type RoomChip = (typeof roomChips)[number]

const countKeys = { unread: 'unread', waiting: 'unresponded', notifiable: 'notifiable', mine: 'assigned' } as const

export const chipQuery: Record<RoomChip, Partial<RoomQuery>> = {
  all: {},
  unread: { unread_only: true },
  waiting: { unresponded_only: true },
  notifiable: { notifiable_only: true },
  mine: { assignee_id: 'me' },
}

type Props = { value: RoomChip; onChange: (chip: RoomChip) => void; query: Omit<RoomQuery, 'page'> }

/** Filters of the list of conversations. */
export function RoomChips({ value, onChange, query }: Props) {
  const { t } = useTranslation('message_room')
  const name = useId()
  const { data } = useCountMessageRoomsQuery({ ...query, background: true })
  return (
    <div className={classes.chips} role="radiogroup" aria-label={t('list.chips')}>
      {roomChips.map((chip) => (
        <label key={chip} className={classes.chip}>
          <input type="radio" name={name} checked={value === chip} onChange={() => onChange(chip)} />
          {t(`chip.${chip}`)}
          {chip !== 'all' && data?.[countKeys[chip]] !== 0 ? <span className={classes.count}>{data?.[countKeys[chip]]}</span> : null}
        </label>
      ))}
    </div>
  )
}
