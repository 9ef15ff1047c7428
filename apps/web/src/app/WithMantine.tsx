import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShownScheme } from '../kit/scheme.ts'
import { theme } from '../theme/theme.ts'

/** Only where its parts may stand: signing in and the error page do without, and so does the first load. */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} forceColorScheme={useShownScheme()}>
      {children}
    </MantineProvider>
  )
}
