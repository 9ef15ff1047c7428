import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { TodayScope, TodaySection } from '@sukoyaka/wire/boards/today'
import { IconMailForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { showDay } from '../../ui/date/day.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useLazyListTodaySectionQuery } from './api.ts'

/** Opens a bulk message to everybody in a section who is not marked as reviewed. The people are not in the URL, because that would be health data. */
export function WriteToAll({ section, scope }: { section: TodaySection; scope: TodayScope }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const navigate = useNavigate()
  const [load, { isFetching }] = useLazyListTodaySectionQuery()
  const open = async () => {
    const patients: { id: number; name: string; detail: string }[] = []
    for (let page: number | null = 1; page !== null; ) {
      const { data } = await load({ section, scope, page })
      if (!data) return void toast.error(t('section.error'))
      for (const { patient } of data.items) {
        const detail = [readingOf(patient), showDay(patient.birthday)].filter(Boolean).join('　')
        patients.push({ id: patient.id, name: fullName(patient, language), detail })
      }
      page = data.next_page
    }
    void navigate('/messages/bulk', { state: { patients } })
  }
  return (
    <Button kind="ghost" size="small" icon={<IconMailForward aria-hidden />} loading={isFetching} onClick={() => void open()}>
      {t('section.bulk')}
    </Button>
  )
}
