import { type Addressed, fillPlaceholders } from '@sukoyaka/rules/canned-reply'
import type { CannedReply } from '@sukoyaka/wire/canned-reply'
import { IconMessage2Bolt, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../kit/session.ts'
import { useAppSelector } from '../kit/store.ts'
import { useMay } from '../kit/use-may.ts'
import { useSettled } from '../kit/use-settled.ts'
import { Button, type ControlSize } from '../ui/Button.tsx'
import { Empty, ErrorState } from '../ui/Empty.tsx'
import { Floating } from '../ui/Floating.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { toast } from '../ui/toast.ts'
import { useListCannedRepliesQuery } from './api.ts'
import classes from './CannedReplies.module.css'

const ManageDialog = lazy(async () => ({ default: (await import('./ManageDialog.tsx')).ManageDialog }))

type Props = {
  /** The words, filled where it is known whom they are for; to be put where the cursor is. */
  onInsert: (text: string) => void
  /** Of the patient who is written to. Without it the placeholders stay. */
  patient?: Addressed
  size?: ControlSize
}

/** Replies kept ready: searched, filled, put in at the cursor. */
export function CannedReplyPicker({ onInsert, patient, size = 'medium' }: Props) {
  const { t } = useTranslation('canned_reply')
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const close = () => {
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }
  const pick = ({ body }: CannedReply) => {
    setOpen(false)
    if (!patient) return onInsert(body)
    const { text, missing } = fillPlaceholders(body, patient)
    if (missing.length) toast.info(t('missing'))
    onInsert(text)
  }
  return (
    <span ref={anchor}>
      <IconButton
        label={t('menu')}
        icon={<IconMessage2Bolt aria-hidden />}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <Floating anchor={anchor} label={t('title')} fit={false} onClose={close}>
          <Picker
            onPick={pick}
            onManage={() => {
              setOpen(false)
              setManaging(true)
            }}
          />
        </Floating>
      ) : null}
      <Suspense>{isManaging ? <ManageDialog onClose={() => setManaging(false)} /> : null}</Suspense>
    </span>
  )
}

function Picker({ onPick, onManage }: { onPick: (reply: CannedReply) => void; onManage: () => void }) {
  const { t } = useTranslation('canned_reply')
  const me = useAppSelector(selectMe)
  const mayWrite = useMay('coordination.write')
  const [q, setQ] = useState('')
  const asked = useSettled(q.trim(), 200)
  const { currentData, data, isError, isFetching, refetch } = useListCannedRepliesQuery(asked ? { q: asked } : {})
  const items = (currentData ?? data)?.items
  const own = items?.filter(({ owner }) => owner.id === me?.id) ?? []
  const shared = items?.filter(({ owner }) => owner.id !== me?.id) ?? []
  return (
    <div className={classes.picker}>
      <SearchInput label={t('search')} value={q} onChange={setQ} takesFocus />
      <div className={classes.scroll}>
        {isError && !items && !isFetching ? (
          <ErrorState title={t('error')} onRetry={() => void refetch()} />
        ) : items?.length === 0 ? (
          <Empty title={t(asked ? 'noHit' : 'none')} />
        ) : (
          <>
            <Group heading={t('own')} items={own} onPick={onPick} />
            <Group heading={t('shared')} items={shared} onPick={onPick} />
          </>
        )}
      </div>
      {mayWrite ? (
        <div className={classes.foot}>
          <Button kind="ghost" size="small" icon={<IconSettings aria-hidden />} onClick={onManage}>
            {t('manage')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Group({ heading, items, onPick }: { heading: string; items: CannedReply[]; onPick: (reply: CannedReply) => void }) {
  if (!items.length) return null
  return (
    <section aria-label={heading}>
      <h3 className={classes.heading}>{heading}</h3>
      <ul className={classes.list}>
        {items.map((reply) => (
          <li key={reply.id}>
            <button type="button" className={classes.pick} lang="ja" onClick={() => onPick(reply)}>
              <span className={classes.name}>{reply.title}</span>
              <span className={classes.body}>{reply.body.replace(/\s+/g, ' ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
