// Writes one JSON line per event, with the id of its request.
import type { Log, LogEvent } from './context';

export function createLog(requestId: string, now: () => Date): Log {
  return {
    write(event: LogEvent) {
      const line = JSON.stringify({ at: now().toISOString(), request: requestId, ...event });
      if (event.event === 'failure') console.error(line);
      else console.log(line);
    },
  };
}
