import { marksOf } from '@sukoyaka/rules/fold'
import { fullName } from '@sukoyaka/rules/person'
import type { FoundMessage } from '@sukoyaka/wire/care/message'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '../../../api/use-permission.ts'
import { DateText } from '../../../ui/date/DateText.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import { Highlight } from '../../../ui/text/Highlight.tsx'
import { isSearchQuery } from '../../../ui/text/search-excerpt.ts'
import { openOnPlainClick } from '../rooms/plain-click.ts'
import { useSearchMessageNotesQuery, useSearchMessagesQuery } from './api.ts'
import { MoreHits, useHitPages } from './hit-pages.tsx'
import classes from './MessageHits.module.css'
import { type HitsProps, NoteHits } from './NoteHits.tsx'

/** Messages that match the query, the newest first, below the matching notes of the staff; each links to its position in the conversation. */
export function MessageHits({ q, ...props }: HitsProps) {
  const isStaff = usePermission('coordination.read')
  const { patient_id } = props
  const notes = useSearchMessageNotesQuery({ q, page: 1, ...(patient_id && { patient_id }) }, { skip: !isStaff })
  const { count, onMore } = useHitPages(q)
  // wait for the notes, because they would push the messages down if they appeared later
  if (notes.isFetching && !notes.currentData) return <SkeletonRows count={4} height={70} />
  const hasNotes = (notes.currentData?.items.length ?? 0) > 0
  return (
    <div>
      {isStaff ? <NoteHits q={q} {...props} /> : null}
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number
        <HitPage key={`${q}/${at}`} {...props} q={q} page={at + 1} isLast={at + 1 === count} hasNotes={hasNotes} onMore={onMore} />
      ))}
    </div>
  )
}

type PageProps = HitsProps & { page: number; isLast: boolean; hasNotes: boolean; onMore: () => void }

function HitPage({ q, patient_id, to, onPick, onOpen, page, isLast, hasNotes, onMore }: PageProps) {
  const { t } = useTranslation('message_room')
  const query = useSearchMessagesQuery({ q, page, ...(patient_id && { patient_id }) })
  // keyboard focus moves to the first new result
  const [first, setFirst] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    if (page > 1) first?.focus()
  }, [first, page])
  return (
    <QueryView
      query={query}
      error={t('search.error')}
      empty={page > 1 ? undefined : hasNotes ? null : <Empty title={t('search.none')} text={t(isSearchQuery(q) ? 'search.noneText' : 'search.newest')} />}
      skeleton={<SkeletonRows count={4} height={70} />}
    >
      {({ items, next_page }) => (
        <>
          <ul aria-label={t('search.title')}>
            {items.map((hit, at) => (
              <li key={hit.id}>
                <Link
                  ref={at === 0 ? setFirst : undefined}
                  to={to(hit.patient_id, hit.id)}
                  className={classes.hit}
                  onClick={(event) => (onOpen ? openOnPlainClick(event, () => onOpen(hit.patient_id, hit.id)) : onPick?.())}
                >
                  <Hit hit={hit} q={q} inRoom={patient_id !== undefined} />
                </Link>
              </li>
            ))}
          </ul>
          {isLast && next_page ? <MoreHits label={t('search.more')} onMore={onMore} /> : null}
          {isLast && !next_page && !isSearchQuery(q) ? <p className={classes.newest}>{t('search.newest')}</p> : null}
        </>
      )}
    </QueryView>
  )
}

/** Shows up to this many file names, so that a message with many images does not fill the list. */
const maxFiles = 3

function Hit({ hit, q, inRoom }: { hit: FoundMessage; q: string; inRoom: boolean }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const patient = fullName(hit.patient, language)
  const sender = fullName(hit.sender, language)
  const names = inRoom || hit.sender.id === hit.patient_id ? [sender] : [patient, sender]
  const all = [...hit.files, ...hit.images]
  const matches = all.filter(({ name }) => marksOf(name, q).length > 0)
  const files = matches.length ? matches.slice(0, maxFiles) : hit.body ? [] : all.slice(0, 1)
  return (
    <>
      <Avatar person={inRoom ? hit.sender : { ...hit.patient, role: 'patient' }} size={32} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name} lang="ja">
            {names.map((name, at) => (
              <span key={name} className={at > 0 ? classes.sender : undefined}>
                <Highlight text={name} q={q} />
              </span>
            ))}
          </span>
          <span className={classes.when}>
            <DateText value={hit.published_at} />
          </span>
        </span>
        {hit.body ? (
          <span className={classes.body} lang="ja">
            <Highlight text={hit.body.replace(/\s+/g, ' ')} q={q} isExcerpt />
          </span>
        ) : null}
        {files.map((file) => (
          <span key={file.attachment_id} className={classes.file}>
            <IconFile aria-hidden size={14} />
            <span>
              <Highlight text={file.name} q={q} />
            </span>
          </span>
        ))}
        {!hit.body && files.length === 0 ? (
          <span className={classes.body}>{t(hit.message_type === 'user' ? 'row.nothing' : `row.${hit.message_type}`)}</span>
        ) : null}
      </span>
    </>
  )
}
