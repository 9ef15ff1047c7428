import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { InterviewFacts } from './InterviewFacts.tsx'
import { useStatusWord } from './InterviewHead.tsx'
import { useInterviewName } from './words.ts'

/** The interview as the patient sees it: time, location, participants and summary. */
export function MyInterview({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const name = useInterviewName()(interview)
  const status = useStatusWord()(interview)
  const { patient_summary } = interview
  return (
    <>
      <Card title={name} action={<Badge tone={interview.status === 'cancelled' ? 'neutral' : 'outline'}>{status}</Badge>}>
        <InterviewFacts interview={interview} />
      </Card>
      {patient_summary ? (
        <Card title={t('mine.summary')}>
          <p lang="ja" style={{ whiteSpace: 'pre-wrap', margin: 0 }}>
            {patient_summary}
          </p>
        </Card>
      ) : null}
    </>
  )
}
