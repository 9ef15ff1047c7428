import { fullName } from '@sukoyaka/rules/person'
import type { CannedReply } from '@sukoyaka/wire/care/canned-reply'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { useListCannedRepliesQuery } from './api.ts'
import classes from './CannedReplies.module.css'
import { ReplyForm } from './ReplyForm.tsx'

/** All canned replies the user may use; editable ones have an edit button. */
export function CannedReplyList() {
  const { t } = useTranslation('canned_reply')
  const mayWrite = usePermission('coordination.write')
  const [q, setQ] = useState('')
  const [edited, setEdited] = useState<CannedReply | 'new'>()
  const debouncedQuery = useDebounced(q.trim(), 200)
  const query = withPreviousPage(useListCannedRepliesQuery(debouncedQuery ? { q: debouncedQuery } : {}))
  const replies = query.currentData?.items
  const add = mayWrite ? (
    <Button size="small" icon={<IconPlus aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  ) : undefined
  return (
    <>
      {q || (replies && replies.length > 5) ? (
        <div className={classes.tools}>
          <SearchInput label={t('search')} value={q} onChange={setQ} />
        </div>
      ) : null}
      <QueryView
        query={query}
        error={t('error')}
        empty={<Empty title={t(debouncedQuery ? 'noHit' : 'none')} {...(!debouncedQuery && { text: t('noneText'), action: add })} />}
        skeleton={
          <div style={{ minHeight: 66 }}>
            <SkeletonLines count={3} />
          </div>
        }
      >
        {({ items }) => (
          <>
            <ul className={classes.list}>
              {items.map((reply) => (
                <Row key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
              ))}
            </ul>
            {add ? <div className={classes.add}>{add}</div> : null}
          </>
        )}
      </QueryView>
      {edited ? (
        <ReplyForm reply={edited === 'new' ? undefined : (replies?.find(({ id }) => id === edited.id) ?? edited)} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  )
}

function Row({ reply: { title, body, is_shared, may_change, owner }, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const { t } = useTranslation('canned_reply')
  const language = useLanguage()
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name} lang="ja">
            {title}
          </span>
          {is_shared && may_change ? <Badge tone="outline">{t('isShared')}</Badge> : null}
          {is_shared && !may_change ? <span className={classes.by}>{t('sharedBy', { name: fullName(owner, language) })}</span> : null}
        </span>
        <span className={classes.body} lang="ja">
          {body.replace(/\s+/g, ' ')}
        </span>
      </span>
      {may_change ? <IconButton label={t('edit', { title })} icon={<IconPencil aria-hidden />} size="small" onClick={onEdit} /> : null}
    </li>
  )
}
