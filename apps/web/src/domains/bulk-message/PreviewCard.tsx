import { fullName } from '@sukoyaka/rules/person'
import type { BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import classes from './Bulk.module.css'

const pageSize = 25
/** Page (1-based) that contains the recipient at this index. */
export const pageAt = (at: number) => Math.floor(at / pageSize) + 1

type Props = { data: BulkPreview | undefined; isBodyValid: boolean; at: number; onAt: (at: number) => void }

/** Preview of the text per recipient. */
export function PreviewCard({ data, isBodyValid, at, onAt }: Props) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const count = data?.total_count ?? 0
  const place = Math.min(at, Math.max(0, count - 1))
  const preview = data && pageAt(place) === data.page ? data.items[place % pageSize] : undefined
  return (
    <Card
      title={t('preview.title')}
      action={
        count > 1 ? (
          <>
            <span className={classes.hint} aria-live="polite">
              {t('preview.at', { at: place + 1, count })}
            </span>
            <IconButton
              size="small"
              label={t('preview.previous')}
              icon={<IconChevronLeft aria-hidden />}
              aria-disabled={place === 0}
              onClick={() => place > 0 && onAt(place - 1)}
            />
            <IconButton
              size="small"
              label={t('preview.next')}
              icon={<IconChevronRight aria-hidden />}
              aria-disabled={place + 1 >= count}
              onClick={() => place + 1 < count && onAt(place + 1)}
            />
          </>
        ) : undefined
      }
    >
      {preview && isBodyValid ? (
        <>
          <div className={classes.person}>
            <Avatar person={preview.patient} size={28} />
            <span lang="ja">{fullName(preview.patient, language)}</span>
            {preview.chat ? null : <Badge tone="outline">{t('preview.noChat')}</Badge>}
          </div>
          <p className={classes.bubble} lang="ja">
            {preview.text}
          </p>
        </>
      ) : (
        <p className={classes.hint}>{t('preview.empty')}</p>
      )}
    </Card>
  )
}
