// Measures servers in short alternating turns, so that changes in machine load affect all of them.
import { load } from './load';
import { median } from './median';
import { timeOf } from './processor-time';
import type { WorkerdServer } from './workerd-server';

export interface Target {
  server: Pick<WorkerdServer, 'pid' | 'port'>;
  paths: readonly string[];
  /** The Cookie header. */
  cookie?: string | undefined;
}

export interface MeasuredFigures {
  requests: number;
  /** Median of the turns. */
  perSecond: number;
  /** Requests per second of each turn. */
  rates: readonly number[];
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  /** Average body size. */
  bytes: number;
  /** Average per request. */
  roundTrips: number;
  /** Processor time of workerd per request, in milliseconds. */
  processor: number;
  /** Counted by `watch`, per request. */
  watched: number;
}

interface TurnOptions<T extends Target> {
  targets: readonly T[];
  rounds: number;
  concurrency: number;
  /** Length of a turn: it ends after this time or number of requests. */
  milliseconds: number;
  requests?: number | undefined;
  /** A counter that is read before and after each turn. */
  watch?: () => number;
}

/** Returns the figures of each target, in the order of the targets. */
export async function measureInTurns<T extends Target>(
  order: TurnOptions<T>,
): Promise<Map<T, MeasuredFigures>> {
  const { targets, rounds, concurrency, milliseconds, requests, watch = () => 0 } = order;
  const sums = new Map(targets.map((target) => [target, new Sum()]));
  for (let round = 0; round < rounds; round += 1) {
    // In alternating order, so that no target always follows the same one.
    for (const target of round % 2 === 0 ? targets : [...targets].reverse()) {
      const { server, paths, cookie } = target;
      const processorBefore = timeOf(server.pid);
      const watchedBefore = watch();
      const answers = await load({ port: server.port, paths, concurrency, milliseconds, requests, cookie });
      const sum = sums.get(target) as Sum;
      sum.processor += timeOf(server.pid) - processorBefore;
      sum.watched += watch() - watchedBefore;
      sum.bytes += answers.bytes;
      sum.roundTrips += answers.roundTrips;
      sum.latencies.push(answers.latencies);
      sum.rates.push((answers.latencies.length / answers.milliseconds) * 1000);
    }
  }
  return new Map([...sums].map(([target, sum]) => [target, sum.toFigures()]));
}

/** The median ratio of two rates, turn by turn: load that slows one target usually slows the other, too. */
export function shareOf(one: MeasuredFigures, other: MeasuredFigures): number {
  return median(one.rates.map((rate, turn) => rate / (other.rates[turn] ?? Number.NaN)));
}

class Sum {
  latencies: number[][] = [];
  rates: number[] = [];
  bytes = 0;
  roundTrips = 0;
  processor = 0;
  watched = 0;

  toFigures(): MeasuredFigures {
    const sorted = Float64Array.from(this.latencies.flat()).sort();
    const requests = sorted.length;
    const at = (share: number) => sorted[Math.min(requests - 1, Math.floor(requests * share))] ?? Number.NaN;
    return {
      requests,
      perSecond: median(this.rates),
      rates: this.rates,
      p50: at(0.5),
      p99: at(0.99),
      bytes: this.bytes / requests,
      roundTrips: this.roundTrips / requests,
      processor: this.processor / requests,
      watched: this.watched / requests,
    };
  }
}
