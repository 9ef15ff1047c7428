import { fullName } from '@sukoyaka/rules/person'
import type { MessageImage } from '@sukoyaka/wire/care/message'
import type { MessageReminder } from '@sukoyaka/wire/care/message-mark'
import type { MessageRoom, RoomImages } from '@sukoyaka/wire/care/message-room'
import { IconBell, IconFile, IconLayoutDashboard, IconPhoto, IconPin, IconUsers } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useQueryState } from '../../../ui/loading/QueryView.tsx'
import { Avatar, type AvatarPerson } from '../../../ui/status/Avatar.tsx'
import { useRemoveMessageReminderMutation } from '../room/api.ts'
import { PinList, type PinPage } from '../room/PinList.tsx'
import { useGetRoomContextQuery } from '../rooms/api.ts'
import classes from './ContextPanel.module.css'
import { RoomFiles } from './RoomFiles.tsx'

const Gallery = lazyNamed(() => import('./Gallery.tsx'), 'Gallery')

/** Participant with their role in the conversation. */
export type Participant = AvatarPerson & { id: number; first_name: string; does: string }
type Props = {
  room: MessageRoom
  facts: string
  /** Drug allergies of the patient, for staff. */
  alert?: ReactNode
  people: readonly Participant[]
  onJump: (message_id: number) => void
}

/** Side panel of a conversation: images, files and participants; for staff also the patient, pins and reminders. */
export function ContextPanel({ room, facts, alert, people, onJump }: Props) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const isStaff = usePermission('coordination.read')
  const { patient } = room
  const query = useGetRoomContextQuery({ patient_id: patient.id })
  const { currentData } = query
  const { isFailed } = useQueryState(query)
  const reload = () => void query.refetch()
  return (
    <div className={classes.context}>
      {isStaff ? (
        <div className={classes.who}>
          <Avatar person={{ ...patient, role: 'patient' }} size={48} />
          <div>
            <p className={classes.name} lang="ja">
              {fullName(patient, language)}
            </p>
            <p className={classes.facts}>{facts}</p>
          </div>
          {alert ? <div className={classes.alert}>{alert}</div> : null}
          <ButtonLink block to={`/${patient.id}/summary`} icon={<IconLayoutDashboard aria-hidden />} className={classes.summary}>
            {t('context.summary')}
          </ButtonLink>
        </div>
      ) : null}
      {isFailed ? (
        <ErrorState onRetry={reload} />
      ) : (
        <>
          {isStaff ? <Pins pins={currentData?.pins} onJump={onJump} /> : null}
          {isStaff ? <Reminders reminders={currentData?.reminders} /> : null}
          <Images room_id={room.id} images={currentData?.images} onExpired={reload} />
          <Part title={t('files.title')} count={undefined} icon={<IconFile aria-hidden size={18} />}>
            <RoomFiles room_id={room.id} query={{ ...query, currentData: currentData?.files }} onJump={onJump} />
          </Part>
        </>
      )}
      <Part title={t('people.title')} count={people.length} icon={<IconUsers aria-hidden size={18} />}>
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={person.id} className={classes.person}>
              <Avatar person={person} size={32} />
              <span>
                <span className={classes.personName} lang="ja">
                  {fullName(person, language)}
                </span>
                <span className={classes.facts}>{person.does}</span>
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  )
}

function Part({ title, count, icon, children }: { title: string; count: number | undefined; icon: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {icon}
        {title}
        {count === undefined ? null : <span className={classes.count}>{count}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Undefined until loaded, null for patients. */
type Listed<Item> = { items: Item[]; total_count: number } | null | undefined

function Pins({ pins, onJump }: { pins: PinPage | null | undefined; onJump: (message_id: number) => void }) {
  const { t } = useTranslation('message_room')
  return (
    <Part title={t('pins.title')} count={pins?.total_count} icon={<IconPin aria-hidden size={18} />}>
      {pins?.items.length ? <PinList pins={pins} onJump={onJump} /> : pins && <p className={classes.none}>{t('pins.none')}</p>}
    </Part>
  )
}

function Reminders({ reminders }: { reminders: Listed<MessageReminder> }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const [remove] = useRemoveMessageReminderMutation()
  const items = reminders?.items ?? []
  const removeReminder = (id: number) => void save(() => remove({ id }), { done: t('remind.removed'), failed: t('remind.removeFailed') })
  return (
    <Part title={t('remind.title')} count={reminders?.total_count} icon={<IconBell aria-hidden size={18} />}>
      {items.length ? (
        <ul className={classes.reminders}>
          {items.map((reminder) => (
            <li key={reminder.id} className={classes.reminder}>
              <div>
                <p className={classes.remindAt}>{formatDate(reminder.remind_at, language, { time: true, year: false })}</p>
                {reminder.reason ? (
                  <p className={classes.reason} lang="ja">
                    {reminder.reason}
                  </p>
                ) : null}
              </div>
              <Button kind="ghost" size="small" onClick={() => removeReminder(reminder.id)}>
                {t('remind.remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        reminders && <p className={classes.none}>{t('remind.none')}</p>
      )}
    </Part>
  )
}

type ImagesProps = { room_id: number; images: RoomImages | undefined; onExpired: () => void }

function Images({ room_id, images, onExpired }: ImagesProps) {
  const { t } = useTranslation('message_room')
  const [open, setOpen] = useState<MessageImage>()
  const items = images?.items ?? []
  const first = items[0]
  return (
    <Part title={t('images.title')} count={undefined} icon={<IconPhoto aria-hidden size={18} />}>
      {items.length ? (
        <>
          <ul className={classes.images}>
            {items.map((image) => (
              <li key={image.attachment_id}>
                <button type="button" className={classes.image} aria-label={t('images.open', { name: image.name })} onClick={() => setOpen(image)}>
                  <img src={image.variants.small} alt="" loading="lazy" onError={onExpired} />
                </button>
              </li>
            ))}
          </ul>
          {images?.has_before && first ? (
            <Button kind="ghost" size="small" onClick={() => setOpen(first)}>
              {t('images.all')}
            </Button>
          ) : null}
        </>
      ) : (
        <p className={classes.none}>{images ? t('images.none') : ' '}</p>
      )}
      {open ? (
        <Suspense>
          <Gallery room_id={room_id} image={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </Part>
  )
}
