import { fullName } from '@sukoyaka/rules/person'
import type { FoundNote } from '@sukoyaka/wire/care/message-note'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DateText } from '../../../ui/date/DateText.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { Highlight } from '../../../ui/text/Highlight.tsx'
import { openOnPlainClick } from '../rooms/plain-click.ts'
import { useSearchMessageNotesQuery } from './api.ts'
import { MoreHits, useHitPages } from './hit-pages.tsx'
import classes from './MessageHits.module.css'

export type HitsProps = {
  q: string
  patient_id?: number
  to: (patient_id: number, message_id: number) => string
  onPick?: () => void
  /** Replaces navigation to the message. */
  onOpen?: (patient_id: number, message_id: number) => void
}

/** Staff notes that match the query, above the messages. Renders nothing if no note matches. */
export function NoteHits(props: HitsProps) {
  const { count, onMore } = useHitPages(props.q)
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
    <NotePage key={`${props.q}/${at}`} {...props} page={at + 1} isLast={at + 1 === count} onMore={onMore} />
  ))
}

function NotePage({ q, patient_id, to, onPick, onOpen, page, isLast, onMore }: HitsProps & { page: number; isLast: boolean; onMore: () => void }) {
  const { t } = useTranslation('message_room')
  const query = useSearchMessageNotesQuery({ q, page, ...(patient_id && { patient_id }) })
  return (
    <QueryView query={query} error={t('search.notesError')} skeleton={null}>
      {({ items, next_page }) =>
        items.length === 0 ? null : (
          <>
            <ul aria-label={t('search.notes')}>
              {items.map((hit) => {
                const { patient_id: owner, message_id } = hit
                return (
                  <li key={hit.id}>
                    <Link
                      to={message_id === null ? `/messages/${owner}` : to(owner, message_id)}
                      className={classes.hit}
                      onClick={(event) => (onOpen && message_id !== null ? openOnPlainClick(event, () => onOpen(owner, message_id)) : onPick?.())}
                    >
                      <NoteHit hit={hit} q={q} inRoom={patient_id !== undefined} />
                    </Link>
                  </li>
                )
              })}
            </ul>
            {isLast && next_page ? <MoreHits label={t('search.moreNotes')} onMore={onMore} /> : null}
          </>
        )
      }
    </QueryView>
  )
}

function NoteHit({ hit, q, inRoom }: { hit: FoundNote; q: string; inRoom: boolean }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const author = fullName(hit.author, language)
  return (
    <>
      <Avatar person={inRoom ? hit.author : { ...hit.patient, role: 'patient' }} size={32} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name} lang="ja">
            <Highlight text={inRoom ? author : fullName(hit.patient, language)} q={q} />
            {inRoom ? null : (
              <span className={classes.sender}>
                <Highlight text={author} q={q} />
              </span>
            )}
          </span>
          <span className={classes.when}>
            <DateText value={hit.created_at} />
          </span>
        </span>
        <span className={classes.noteMark}>
          <IconLock aria-hidden size={14} />
          {t('search.note')}
        </span>
        <span className={classes.body} lang="ja">
          <Highlight text={hit.body.replace(/\s+/g, ' ')} q={q} isExcerpt />
        </span>
      </span>
    </>
  )
}
