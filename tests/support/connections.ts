// How tests ask the worker. It closes a connection that nobody used for five seconds; `fetch` by itself would use one up to
// four seconds later by a clock that is a second late, and what is sent into a connection that is just being closed is lost.
import { Agent, setGlobalDispatcher } from 'undici';

setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000 }));
