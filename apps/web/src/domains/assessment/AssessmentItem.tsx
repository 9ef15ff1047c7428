import type { TimelineEvent } from '@sukoyaka/wire/boards/timeline'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useNameLang } from './words.ts'

/** Timeline item: an assessment was made or solved. */
export function AssessmentItem({ assessment: { disease, kind, memo }, event }: { assessment: Assessment; event: TimelineEvent }) {
  const { t } = useTranslation('event')
  const language = useLanguage()
  const nameLang = useNameLang()
  const isSolved = event === 'solved'
  const tone = kind === 'problem' ? 'danger' : 'warning'
  return (
    <EventCard
      label={t('assessment.label')}
      title={disease?.display_name ?? ''}
      lang={disease && nameLang(disease)}
      badge={
        isSolved ? (
          <Badge tone="healthy" icon={<IconCheck aria-hidden />}>
            {t('assessment.solved')}
          </Badge>
        ) : (
          <Badge tone={tone} icon={<MarkIcon tone={tone} />}>
            {t(`assessment.${kind}`)}
          </Badge>
        )
      }
    >
      {memo && !isSolved ? <p lang={recordLang(memo, language)}>{memo}</p> : null}
    </EventCard>
  )
}
