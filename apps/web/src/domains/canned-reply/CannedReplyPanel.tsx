import { fillPlaceholders, type Recipient } from '@sukoyaka/rules/care/canned-reply'
import type { CannedReply } from '@sukoyaka/wire/care/canned-reply'
import { IconSettings } from '@tabler/icons-react'
import { type RefObject, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { hasFailed, type Query, QueryView } from '../../ui/loading/QueryView.tsx'
import { Floating } from '../../ui/overlay/Floating.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { useListCannedRepliesQuery } from './api.ts'
import classes from './CannedReplies.module.css'

const ManageDialog = lazyNamed(() => import('./ManageDialog.tsx'), 'ManageDialog')

export type InsertProps = {
  /** Inserts a text at the cursor; its known placeholders are filled in. */
  onInsert: (text: string) => void
  /** The placeholders are filled in for this patient, once loaded; without it they stay as they are. */
  recipient?: Query<Recipient>
}

/** Canned-reply popover: search, fill placeholders, insert at the cursor. Closing without a choice returns focus to the button in `anchor`. */
export function CannedReplyPanel({ anchor, onInsert, recipient, onClose }: InsertProps & { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { t } = useTranslation('canned_reply')
  const [isManaging, setManaging] = useState(false)
  const id = useId()
  // focus the search after rendering, except on touch devices, where the keyboard would cover the list
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) document.getElementById(id)?.focus()
  }, [id])
  const focusButton = () => anchor.current?.querySelector('button')?.focus()
  const close = () => {
    onClose()
    focusButton()
  }
  const stopManaging = () => {
    onClose()
    // the dialog traps focus until it has unmounted
    requestAnimationFrame(focusButton)
  }
  const pick = ({ body }: CannedReply) => {
    onClose()
    if (!recipient?.currentData) return onInsert(body)
    const { text, missing } = fillPlaceholders(body, recipient.currentData)
    if (missing.length) toast.info(t('missing'))
    onInsert(text)
  }
  if (isManaging)
    return (
      <Suspense>
        <ManageDialog onClose={stopManaging} />
      </Suspense>
    )
  return (
    <Floating anchor={anchor} label={t('title')} fit={false} onClose={close}>
      <Picker searchId={id} recipient={recipient} onPick={pick} onManage={() => setManaging(true)} />
    </Floating>
  )
}

type PickerProps = { searchId: string; recipient: Query<Recipient> | undefined; onPick: (reply: CannedReply) => void; onManage: () => void }

function Picker({ searchId, recipient, onPick, onManage }: PickerProps) {
  const { t } = useTranslation('canned_reply')
  const me = useAppSelector(selectMe)
  const mayWrite = usePermission('coordination.write')
  const [q, setQ] = useState('')
  const debouncedQuery = useDebounced(q.trim(), 200)
  const replies = withPreviousPage(useListCannedRepliesQuery(debouncedQuery ? { q: debouncedQuery } : {}))
  // a reply picked before the patient is loaded would say that there is no main doctor
  const query = recipient ? { ...combineQueries(replies, recipient), currentData: recipient.currentData && replies.currentData } : replies
  return (
    <div className={classes.picker}>
      <SearchInput id={searchId} label={t('search')} value={q} onChange={setQ} />
      <div className={classes.scroll}>
        <QueryView query={query} error={t(recipient && hasFailed(recipient) ? 'patientError' : 'error')} empty={t(debouncedQuery ? 'noHit' : 'none')}>
          {({ items }) => (
            <>
              <Group heading={t('own')} items={items.filter(({ owner }) => owner.id === me?.id)} recipient={recipient?.currentData} onPick={onPick} />
              <Group heading={t('shared')} items={items.filter(({ owner }) => owner.id !== me?.id)} recipient={recipient?.currentData} onPick={onPick} />
            </>
          )}
        </QueryView>
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

type GroupProps = { heading: string; items: CannedReply[]; recipient: Recipient | undefined; onPick: (reply: CannedReply) => void }

/** Canned replies with their text as it will be inserted. */
function Group({ heading, items, recipient, onPick }: GroupProps) {
  if (!items.length) return null
  return (
    <section aria-label={heading}>
      <h3 className={classes.heading}>{heading}</h3>
      <ul className={classes.list}>
        {items.map((reply) => (
          <li key={reply.id}>
            <button type="button" className={classes.pick} lang="ja" onClick={() => onPick(reply)}>
              <span className={classes.name}>{reply.title}</span>
              <span className={classes.body}>{(recipient ? fillPlaceholders(reply.body, recipient).text : reply.body).replace(/\s+/g, ' ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
