import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '../theme/theme.ts'
import { useShownScheme } from '../ui/page/color-scheme.ts'

/** Only where its parts may stand: signing in and the error page do without, and so does the first load. */
export function WithMantine({ children }: { children: ReactNode }) {
  const scheme = useShownScheme()
  return (
    // the default too: Mantine goes back to it whenever the page is hidden while something loads
    <MantineProvider theme={theme} defaultColorScheme={scheme} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
