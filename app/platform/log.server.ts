// Writes one JSON line per event, with the real time, also in cron tasks, and the id of its request.
import type { Log, LogEvent } from './context';

export function createLog(requestId: string): Log {
  return {
    write(event: LogEvent) {
      const line = JSON.stringify({ at: new Date().toISOString(), request: requestId, ...event });
      if (event.event === 'failure') console.error(line);
      else console.log(line);
    },
  };
}
