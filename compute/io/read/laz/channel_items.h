// What the layered items after POINT14 have in common: each channel of the scanner has models and a last item of its own. Version 3 mixes these up in
// a way that every reader has to repeat. Source: laz.md, section 8.
#pragma once

#include "compute/io/read/laz/item.h"

namespace arete::laz {

/// Models and last item of each channel, and which of them are due.
template <class Models>
class ChannelItems {
 public:
  explicit ChannelItems(int version) : version_(version) {}

  template <class... Arguments>
  void begin(const std::byte* item, size_t bytes, const PointContext& context, Arguments... arguments) {
    current_ = channelOf(context);
    channels_[current_] = std::make_unique<Channel>(Channel{{item, item + bytes}, Models(arguments...)});
  }

  struct Next {
    Models& models;
    std::byte* last;  ///< the last item, which becomes the next one
  };
  /// What the next point is made with. Up to version 3, the first item after a change of channel is predicted from, and written to, the last item of
  /// the previous channel, though with the new channel's models; only a channel that is new starts with a copy.
  template <class... Arguments>
  Next next(const PointContext& context, Arguments... arguments) {
    constexpr int kRightVersion = 4;
    const uint32_t channel = channelOf(context), before = current_;
    current_ = channel;
    const bool isNew = !channels_[channel];
    if (isNew) [[unlikely]]
      channels_[channel] = std::make_unique<Channel>(Channel{channels_[before]->last, Models(arguments...)});
    return {channels_[channel]->models, channels_[isNew || version_ >= kRightVersion ? channel : before]->last.data()};
  }

 private:
  uint32_t channelOf(const PointContext& context) const { return version_ >= 4 ? context.channel : context.channelIfNamed; }
  struct Channel {
    std::vector<std::byte> last;
    Models models;
  };

  int version_;
  uint32_t current_ = 0;
  std::array<std::unique_ptr<Channel>, 4> channels_;
};

}  // namespace arete::laz
