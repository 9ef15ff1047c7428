import { isReached } from '@sukoyaka/rules/boards/today'
import { fullName } from '@sukoyaka/rules/person'
import type { UrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'

/** Timeline item: somebody tried to reach the patient about critical values. */
export function ContactItem({ contact: { outcome, contacted_at, contacted_by, handed_to, note } }: { contact: UrgentContact }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const isInformed = isReached(outcome)
  return (
    <EventCard
      label={t('contact.label')}
      title={
        <Badge tone={isInformed ? 'healthy' : 'warning'} icon={isInformed ? <IconCheck aria-hidden /> : <MarkIcon tone="warning" />}>
          {t(`contact.outcome.${outcome}`)}
        </Badge>
      }
      badge={
        handed_to ? (
          <Badge tone="outline">
            <span lang="ja">{fullName(handed_to, language)}</span>
          </Badge>
        ) : undefined
      }
      meta={<span lang="ja">{fullName(contacted_by, language)}</span>}
      time={formatTime(contacted_at)}
    >
      {note ? <p lang={recordLang(note, language)}>{note}</p> : null}
    </EventCard>
  )
}
